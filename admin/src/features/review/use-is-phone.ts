import { useMedia } from '@tongchuang/ui/use-media.ts'

/** Whether the review page has its phone layout: the picture fills it, and the form is in a drawer at the bottom. */
export const useIsPhone = (): boolean => useMedia('screen and (max-width: 720px)')
