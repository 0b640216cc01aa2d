import sharp from 'sharp'

/** A photo of a sheet of paper as a phone takes it: stored sideways, with an orientation tag that turns it upright. */
export const photoOfPaper = (words: string): Promise<Buffer> => {
  const lines = Array.from({ length: 12 }, (_, at) => `<path d="M60 ${160 + at * 70}h780" stroke="#9db8d8"/>`).join('')
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="#8a745d"/><rect x="30" y="30" width="840" height="1140" fill="#fbf7ec"/>${lines}<text x="90" y="150" font-size="44" fill="#23306b">${words}</text><rect x="30" y="30" width="60" height="60" fill="#cb272d"/></svg>`
  // Orientation 6: viewers rotate the picture to the right, so it is stored rotated to the left.
  return sharp(Buffer.from(drawn)).rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality: 88 }).toBuffer()
}

const numbered = (objects: readonly string[]): Buffer => {
  const parts = ['%PDF-1.7\n']
  const places: number[] = []
  for (const [at, object] of objects.entries()) {
    places.push(parts.join('').length)
    parts.push(`${at + 1} 0 obj${object}endobj\n`)
  }
  const start = parts.join('').length
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
  )
  return Buffer.from(parts.join(''), 'latin1')
}

/** A document of two pages that tries to run a script when it is opened, at each page and from a link. */
export const pdfWithScripts = (): Buffer => {
  const script = '<</S/JavaScript/JS(app.alert\\(1\\);this.submitForm\\("https://example.org/"\\))>>'
  const drawn = (words: string) => {
    const text = `BT /F1 28 Tf 80 700 Td (${words}) Tj ET`
    return `<</Length ${text.length}>>stream\n${text}\nendstream`
  }
  const page = (content: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 7 0 R>>>>/Contents ${content} 0 R/AA<</O ${script}>>/Annots[8 0 R]>>`
  return numbered([
    `<</Type/Catalog/Pages 2 0 R/OpenAction ${script}/AA<</WC ${script}>>>>`,
    '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>',
    page(5),
    page(6),
    drawn('Page one of the report'),
    drawn('Page two of the report'),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Type/Annot/Subtype/Link/Rect[0 0 595 842]/A ${script}>>`,
  ])
}

/** A document of so many pages, each with its number in words that can be read out. */
export const pdfOfPages = (count: number): Buffer => {
  const font = 3
  const kids = Array.from({ length: count }, (_, at) => 4 + 2 * at)
  const page = (at: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 ${font} 0 R>>>>/Contents ${5 + 2 * at} 0 R>>`
  const lines = Array.from(
    { length: 30 },
    (_, at) => `80 ${640 - at * 18} Td (x = ${at}, y = -2x^2 + 20x) Tj -80 -${640 - at * 18} Td`,
  )
  const drawn = (at: number) => {
    const text = `BT /F1 28 Tf 80 760 Td (Page number ${at + 1}) Tj -80 -760 Td /F1 12 Tf ${lines.join(' ')} ET`
    return `<</Length ${text.length}>>stream\n${text}\nendstream`
  }
  return numbered([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${count}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...kids.flatMap((_, at) => [page(at), drawn(at)]),
  ])
}
