import type { Output } from '@tongchuang/contract/call.ts'
import type { discussions, Post, Thread } from '@tongchuang/contract/discussions.ts'
import type { InfiniteData } from '@tanstack/react-query'

export type Pages = InfiniteData<Output<typeof discussions.list>, string>
/** Returns the changed fields of a post; fields it omits stay unchanged. */
export type Change = (post: Post) => Partial<Post>

const changed = <P extends Post>(post: P, id: number, change: Change): P =>
  post.id === id ? { ...post, ...change(post) } : post

const inThread = (thread: Thread, id: number, change: Change): Thread => {
  const own = changed(thread, id, change)
  return own.replies.some((reply) => reply.id === id)
    ? { ...own, replies: own.replies.map((reply) => changed(reply, id, change)) }
    : own
}

/** The pages with one post changed, wherever it is; unaffected threads stay the same object. */
export const changePost = (data: Pages, id: number, change: Change): Pages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, list: page.list.map((thread) => inThread(thread, id, change)) })),
})
