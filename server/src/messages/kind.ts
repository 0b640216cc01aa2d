import type { NoticeTopic } from '@tongchuang/contract/messages.ts'
import type { Bilingual } from '../http/language.ts'

/** A sentence, or a name that is the same in every language. */
export type Part = string | Bilingual
/** The sentences of a message; `under` is shown small beside the title. */
export type Sentences = { title: Part; under?: Part; content: Part }

/**
 * Every kind of some messages: the topic whose switch controls it, and its sentences. `topic` null: always told, and
 * never mailed. A kind without either does not compile.
 */
export type Kinds<Data, Topic = NoticeTopic> = {
  readonly [K in keyof Data]: {
    topic: Topic | null
    sentences: (data: Data[K], zone: string) => Sentences
    /** The sentences of a letter, if different: without the names of students. */
    letter?: (data: Data[K]) => Sentences
  }
}
