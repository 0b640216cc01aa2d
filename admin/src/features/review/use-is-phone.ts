import { useMedia } from '@tongchuang/ui/use-media.ts'

/** Whether the desk is that of a phone: the picture fills it, and what is given lies in a drawer near the thumb. */
export const useIsPhone = (): boolean => useMedia('screen and (max-width: 720px)')
