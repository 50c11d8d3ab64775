// found beside its includer
