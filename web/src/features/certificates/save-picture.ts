const drawn = [
  'color',
  'fill',
  'fill-opacity',
  'font-family',
  'font-size',
  'font-weight',
  'opacity',
  'overflow',
  'stroke',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
] as const

/** A copy of a drawing that looks the same outside the page: the computed styles are written to each element. */
const standingAlone = (drawing: SVGSVGElement): SVGSVGElement => {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const originals = [drawing, ...drawing.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [at, original] of originals.entries()) {
    const style = getComputedStyle(original)
    const target = copies[at]
    target?.removeAttribute('class')
    target?.removeAttribute('style')
    for (const name of drawn) {
      const value = style.getPropertyValue(name)
      if (value) target?.setAttribute(name, value)
    }
  }
  return copy
}

const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser makes no picture'))), 'image/png')
  })

/** Renders a drawing to a PNG of the given size in this browser; nothing is sent anywhere. */
export const pictureOf = async (drawing: SVGSVGElement, width: number, height: number): Promise<Blob> => {
  const copy = standingAlone(drawing)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const text = new XMLSerializer().serializeToString(copy)
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
    return await toPng(canvas)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Downloads a blob as a file. */
export const saveFile = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // Some browsers begin to read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
