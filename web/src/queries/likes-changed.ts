import { createStore } from '@tongchuang/ui/store.ts'

/** Counts up whenever the stream says that likes have changed: what is in sight asks for them then. */
export const likesChanged = createStore(0)

/** Likes have changed, or may have while nobody listened. */
export const noteLikesChanged = (): void => likesChanged.set(likesChanged.get() + 1)
