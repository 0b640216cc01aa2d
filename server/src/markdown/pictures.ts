const ownPicture = /<img src="\/api\/files\/(\d+)" alt="([^"]*)"[^>]*>/g

/** The files of this site that safe HTML shows. */
export const pictureIdsOf = (html: string): number[] => [
  ...new Set([...html.matchAll(ownPicture)].map(([, id]) => Number(id))),
]

/**
 * Inserts the picture addresses its reader may load into safe HTML; a picture without an address is replaced by its
 * description.
 */
export const withPictures = (html: string, urlOf: (file_id: number) => string | null): string =>
  html.replaceAll(ownPicture, (_, id: string, alt: string) => {
    const url = urlOf(Number(id))
    return url === null
      ? `<span>${alt}</span>`
      : `<img src="${url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" alt="${alt}" loading="lazy">`
  })

/** Limits safe HTML to these files; the address of each is inserted when it is read. */
export const withPicturesOf = (html: string, file_ids: ReadonlySet<number>): string =>
  withPictures(html, (id) => (file_ids.has(id) ? `/api/files/${id}` : null))

/** The files of this site that a text may show once it is rendered, at most so many; read from its source. */
export const pictureIdsIn = (source: string, most: number): number[] => {
  const found = new Set<number>()
  for (const [, id] of source.matchAll(/\/api\/files\/([1-9]\d{0,9})/g)) {
    if (found.size === most) break
    found.add(Number(id))
  }
  return [...found]
}
