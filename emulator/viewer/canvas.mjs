// A canvas that is as sharp as the screen, and patterns to draw on it.

/** Fits a canvas to its size on the page; { context, width, height } in CSS pixels, cleared. */
export function begin(canvas) {
    const { clientWidth: width, clientHeight: height } = canvas
    const scale = globalThis.devicePixelRatio || 1
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
        canvas.width = Math.round(width * scale)
        canvas.height = Math.round(height * scale)
    }
    const context = canvas.getContext('2d')
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.clearRect(0, 0, width, height)
    return { context, width, height }
}

/** Diagonal lines in a rectangle. */
export function hatch(context, x, y, width, height, colour, gap = 5) {
    context.save()
    context.beginPath()
    context.rect(x, y, width, height)
    context.clip()
    context.strokeStyle = colour
    context.lineWidth = 1.2
    context.beginPath()
    // On one grid for all rectangles, so that neighbours make one surface.
    for (let at = Math.floor((x + y) / gap) * gap; at < x + y + width + height; at += gap) {
        context.moveTo(at - y, y)
        context.lineTo(at - y - height, y + height)
    }
    context.stroke()
    context.restore()
}

export function ring(context, x, y, width, height, colour, line = 2) {
    context.strokeStyle = colour
    context.lineWidth = line
    context.strokeRect(x + line / 2 - 1, y + line / 2 - 1, width - line + 2, height - line + 2)
}
