import { createStore } from '@tongchuang/ui/store.ts'

/** Incremented whenever the stream says that likes have changed; visible works then read their likes again. */
export const likesChanged = createStore(0)

/** Called when likes have changed, or may have while the stream was closed. */
export const noteLikesChanged = (): void => likesChanged.set(likesChanged.get() + 1)
