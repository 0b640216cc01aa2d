/** What the review page notes of itself while it is measured. */
type Seen = {
  tasks: number[]
  pressed: number
  painted: Record<string, number>
  /** When the decision was answered, and when the picture of the next work was in the page. */
  answered: number
  stood: number
}
type Watched = { seen: Seen }

/**
 * In the page, before anything else: tasks that keep it, when the key was pressed, and when each picture was painted.
 */
export const watchReviewing = (): void => {
  const seen: Seen = { tasks: [], pressed: 0, painted: {}, answered: 0, stood: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
    buffered: true,
  })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { url: string; renderTime: number })[])
      seen.painted[new URL(entry.url).pathname] = entry.renderTime
  }).observe({ type: 'element', buffered: true })
  new PerformanceObserver((list) => {
    for (const { name, responseEnd } of list.getEntries() as PerformanceResourceTiming[])
      if (name.endsWith('/decide')) seen.answered = responseEnd
  }).observe({ type: 'resource', buffered: true })
  // Set before it has an address: no entry is recorded for a picture painted before the attribute is set.
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const made = create(name, options)
    if (made instanceof HTMLImageElement) made.setAttribute('elementtiming', 'work')
    return made
  }
  let shown = ''
  new MutationObserver(() => {
    const picture = document.querySelector<HTMLImageElement>('[data-work] img[alt]:not([alt=""])')
    if (!picture || picture.src === shown) return
    shown = picture.src
    seen.stood = performance.now()
  }).observe(document, { subtree: true, childList: true })
  addEventListener('keydown', ({ key, timeStamp }) => key === 's' && (seen.pressed = timeStamp), true)
}

/** In the page: milliseconds from the press to the picture with this name being decoded and painted. */
export const pictureDrawn = async (name: string): Promise<number> => {
  const { seen } = globalThis as unknown as Watched
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  for (;;) {
    const picture = document.querySelector<HTMLImageElement>(`[data-work] img[alt*="${name}"]`)
    const at = picture && seen.painted[new URL(picture.src).pathname]
    if (picture?.complete && at) {
      await picture.decode()
      await frame()
      return Math.max(performance.now(), at) - seen.pressed
    }
    await frame()
  }
}

/**
 * In the page: parts of the wait for the last picture, until the decision was answered and until the picture was in the
 * page, not yet drawn.
 */
export const partsOfWait = (): { answered: number; stood: number } => {
  const { pressed, answered, stood } = (globalThis as unknown as Watched).seen
  return { answered: answered - pressed, stood: stood - pressed }
}

/** In the page: milliseconds from the press to the words of a page of a document being drawn on its canvas. */
export const pageDrawn = async (name: string): Promise<number> => {
  const { seen } = globalThis as unknown as Watched
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const isDrawn = (canvas: HTMLCanvasElement): boolean => {
    const { width, height } = canvas
    if (width === 0 || height === 0) return false
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, Math.ceil(height / 3)) ?? { data: [] }
    for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255 && (data[at] ?? 255) < 90) return true
    return false
  }
  for (;;) {
    const canvas = document.querySelector<HTMLCanvasElement>(`[data-work] canvas[aria-label*="${name}"]`)
    if (canvas && isDrawn(canvas)) {
      await frame()
      return performance.now() - seen.pressed
    }
    await frame()
  }
}

/** In the page: the longest task since this was asked last. */
export const longestTask = (): number => {
  const { seen } = globalThis as unknown as Partial<Watched>
  return Math.max(0, ...(seen?.tasks.splice(0) ?? []))
}
