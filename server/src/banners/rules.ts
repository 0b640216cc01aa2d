import { bannerArts } from '@tongchuang/contract/banners.ts'
import { webAddress } from '@tongchuang/contract/web-address.ts'

/**
 * A link a banner may carry: a path of this site or an http(s) address. Anything else, for example `javascript:`, is no
 * link.
 */
export const safeLink = (link: string): string => {
  // Browsers drop tabs and line ends before they read an address.
  if (/[\t\r\n]/.test(link)) return ''
  if (link.startsWith('/') && !/^\/[/\\]/.test(link)) return link
  return webAddress(link) ? link : ''
}

type Art = (typeof bannerArts)[number]

/** The drawing named by a row; an unknown name stands for the first one, as the square shows it. */
export const artOf = (name: string): Art => bannerArts.find((art) => art === name) ?? bannerArts[0]

/** Whether a banner is on the square at a moment. At the moment of its end it is over. */
export const stateAt = (
  { visible, begin_at, end_at }: { visible: boolean; begin_at: number | null; end_at: number | null },
  now: number,
): 'shown' | 'coming' | 'over' | 'hidden' => {
  if (!visible) return 'hidden'
  if (end_at !== null && now >= end_at) return 'over'
  return begin_at !== null && now < begin_at ? 'coming' : 'shown'
}
