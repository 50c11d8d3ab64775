// Events by what they have in common, in the order of time: those of a thread, the writes of a word. With these any
// moment can be asked about directly. Nothing is replayed, so going back is no different from going forwards.

export class Groups {
    /** keys(i): the group of event i, or -1; or several: a list of them. */
    constructor(count, n, keys) {
        const starts = new Uint32Array(count + 1)
        const each = (act) => {
            for (let i = 0; i < n; i++) {
                const key = keys(i)
                if (typeof key === 'number') {
                    if (key >= 0) act(key, i)
                } else for (const one of key) act(one, i)
            }
        }
        each((key) => starts[key + 1]++)
        for (let key = 0; key < count; key++) starts[key + 1] += starts[key]
        const ends = starts.slice()
        this.events = new Uint32Array(starts[count])
        each((key, i) => (this.events[ends[key]++] = i))
        this.starts = starts
    }

    /** Where in `events` the group's first event at or after the moment is; its end, if there is none. */
    find(key, moment) {
        let low = this.starts[key]
        let high = this.starts[key + 1]
        while (low < high) {
            Groups.probes++
            const middle = (low + high) >>> 1
            if (this.events[middle] < moment) low = middle + 1
            else high = middle
        }
        return low
    }

    /** The group's last event before the moment, or -1. */
    last(key, moment) {
        const found = this.find(key, moment)
        return found > this.starts[key] ? this.events[found - 1] : -1
    }

    /** The group's first event at or after the moment, or -1. */
    first(key, moment) {
        const found = this.find(key, moment)
        return found < this.starts[key + 1] ? this.events[found] : -1
    }

    /** How many of the group's events lie in [from, to). */
    count(key, from, to) {
        return this.find(key, to) - this.find(key, from)
    }

    size(key) {
        return this.starts[key + 1] - this.starts[key]
    }

    /** Up to so many of the group's events on each side of the moment. */
    around(key, moment, before, after) {
        const at = this.find(key, moment)
        return this.events.subarray(Math.max(this.starts[key], at - before), Math.min(this.starts[key + 1], at + after))
    }
}

/** What has been looked at so far: the tests hold each step to a number of these. */
Groups.probes = 0
