import { useMedia } from '@tongchuang/ui/use-media.ts'

/** Narrower than 992 px: the device counts as mobile. */
export const useIsMobile = (): boolean => useMedia('(max-width: 991.98px)')
