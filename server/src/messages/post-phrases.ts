import type { Sentences } from './kind.ts'
import { both, followed, said } from './phrases.ts'

// The sentences about posts, the same for students and staff.

type Said = { task: string; who: string | null; excerpt: string }

/** Somebody replied. */
export const replied = ({ task, who, excerpt }: Said): Sentences => ({
  title: said(who, '回复了你', 'replied to you'),
  under: task,
  content: excerpt,
})

/** Somebody mentioned the reader. */
export const mentioned = ({ task, who, excerpt }: Said): Sentences => ({
  title: said(who, '提到了你', 'mentioned you'),
  under: task,
  content: excerpt,
})

/** The letter about a reply; it shows neither its author nor its words. */
export const repliedLetter = ({ task }: Pick<Said, 'task'>): Sentences => ({
  title: both('讨论里有人回复了你', 'A reply to you in a discussion'),
  content: task,
})

/** The letter about a mention; it shows neither its author nor its words. */
export const mentionedLetter = ({ task }: Pick<Said, 'task'>): Sentences => ({
  title: both('讨论里有人提到了你', 'You were mentioned in a discussion'),
  content: task,
})

/** The reader's own reply was marked as the answer. */
export const answered = ({ task, excerpt }: Omit<Said, 'who'>): Sentences => ({
  title: both('你的回复被采纳', 'Your reply was marked as the answer'),
  under: task,
  content: excerpt,
})

/** Staff hid the reader's own post. */
export const hidden = ({ task, reason, excerpt }: { task: string; reason: string; excerpt: string }): Sentences => ({
  title: both('你的发言被隐藏了', 'Your post was hidden'),
  under: task,
  content: followed(both(`「${excerpt}」`, `“${excerpt}”`), reason),
})
