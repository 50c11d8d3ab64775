# Chapter 10, streams: what its programs find, and what they refuse.
