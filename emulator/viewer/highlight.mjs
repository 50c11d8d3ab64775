// The parts of a line of CUDA C that have a colour.

const KEYWORDS = 'alignas auto bool break case char class const constexpr continue default delete do double else enum explicit extern false float for friend ' +
    'goto if inline int long mutable namespace new nullptr operator private public return short signed sizeof static static_cast struct switch template this ' +
    'true typedef typename union unsigned using virtual void volatile while __global__ __device__ __host__ __shared__ __constant__ __restrict__ __managed__'
const WORDS = new Set(KEYWORDS.split(' '))
const PARTS = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(^\s*#.*)|(\b\d[\w.]*)|([A-Za-z_]\w*)/g

/** [{ text, kind }] of the lines of a text; kind is '', or comment, string, macro, number, keyword, builtin. */
export function highlight(text) {
    let comment = false // does the line begin within one?
    return text.split('\n').map((line) => {
        const parts = []
        let from = 0
        const put = (end, kind) => {
            if (end > from) parts.push({ text: line.slice(from, end), kind })
            from = end
        }
        if (comment) {
            const end = line.indexOf('*/')
            put(end < 0 ? line.length : end + 2, 'comment')
            if (end < 0) return parts
            comment = false
        }
        PARTS.lastIndex = from
        for (let found; (found = PARTS.exec(line)); ) {
            const [whole, remark, string, macro, digits, word] = found
            const kind = remark ? 'comment' : string ? 'string' : macro ? 'macro' : digits ? 'number'
                : WORDS.has(word) ? 'keyword' : /^(threadIdx|blockIdx|blockDim|gridDim|warpSize|__\w+|atomic\w+)$/.test(word) ? 'builtin' : ''
            if (!kind) continue
            put(found.index, '')
            put(found.index + whole.length, kind)
            if (remark?.startsWith('/*') && !remark.endsWith('*/')) comment = true
        }
        put(line.length, '')
        return parts
    })
}
