/** A point of a page: 0–1 from its upper left corner, upright. */
export type Point = { x: number; y: number }

/** Converts a point of the rotated page to the upright page. `turns`: quarters to the right. */
export const uprightPoint = ({ x, y }: Point, turns: number): Point => {
  if (turns === 1) return { x: y, y: 1 - x }
  if (turns === 2) return { x: 1 - x, y: 1 - y }
  return turns === 3 ? { x: 1 - y, y: x } : { x, y }
}

/**
 * The size at which a rotated page is drawn so that it is entirely visible (or fills the width), times `zoom`. A page
 * much longer than its window is enlarged further: whole, it is a strip on which four times as much shows nothing.
 */
export const drawnSize = (
  page: { width: number; height: number },
  box: { width: number; height: number },
  { turns, zoom, byWidth }: { turns: number; zoom: number; byWidth: boolean },
): { width: number; height: number } => {
  const [width, height] = turns % 2 === 1 ? [page.height, page.width] : [page.width, page.height]
  const [across, down] = [box.width / width, box.height / height]
  const whole = byWidth ? across : Math.min(across, down)
  const longer = byWidth || zoom === 1 ? 1 : Math.max(1, Math.max(across, down) / whole / 2)
  return { width: page.width * whole * zoom * longer, height: page.height * whole * zoom * longer }
}
