import type { LaneName } from './lanes.ts'
import type { renderText } from './tasks/markdown.ts'
import type { previewOffice, readDocument } from './tasks/office.ts'
import type { shrinkPicture } from './tasks/picture.ts'
import type { previewText } from './tasks/program.ts'
import type { cleanRecording } from './tasks/recording.ts'
import type { likenessToText, sketchText } from './tasks/similarity.ts'
import type { readSheetFile } from './tasks/spreadsheet.ts'
import type { readVoice } from './tasks/voice.ts'

/** A piece of work that runs in a thread: a function of a module, with what it may take. */
export type Task<Run extends TaskFunction = TaskFunction> = {
  /** Address of the module; it is loaded in the thread alone. */
  module: string
  /** The name under which the module exports the function. */
  name: string
  lane: LaneName
  /** From the moment the thread begins, in milliseconds. */
  deadlineMs: number
  /** Never set; it carries the types of input and output. */
  readonly run?: Run
}

/** Takes and gives what can be sent between threads. */
export type TaskFunction = (input: never) => unknown
export type TaskTable = Readonly<Record<string, Task>>
export type TaskInput<One> = One extends Task<infer Run> ? Parameters<Run>[0] : never
export type TaskOutput<One> = One extends Task<infer Run> ? Awaited<ReturnType<Run>> : never

/** A task of a module in `tasks/`: `task<typeof renderText>('render', 'renderText', …)`. */
const task = <Run extends TaskFunction>(
  module: string,
  name: string,
  limits: Pick<Task, 'lane' | 'deadlineMs'>,
): Task<Run> => ({
  module: new URL(`./tasks/${module}.ts`, import.meta.url).href,
  name,
  ...limits,
})

/** All work whose cost the sender decides. The libraries of these modules are imported nowhere else. */
export const tasks = {
  /** The text of a file as safe HTML, coloured where it is a program. */
  previewText: task<typeof previewText>('program', 'previewText', { lane: 'quick', deadlineMs: 2_000 }),
  /** The content of a Word, Excel or PowerPoint file as safe HTML. */
  previewOffice: task<typeof previewOffice>('office', 'previewOffice', { lane: 'heavy', deadlineMs: 6_000 }),
  /** The words of a document of Word, from the bytes of a file. */
  readDocument: task<typeof readDocument>('office', 'readDocument', { lane: 'heavy', deadlineMs: 6_000 }),
  /** The rows of a list of people, results or questions, from the bytes of a file or from pasted text. */
  readSheetFile: task<typeof readSheetFile>('spreadsheet', 'readSheetFile', { lane: 'heavy', deadlineMs: 15_000 }),
  /** A picture without its metadata, and a small version, in files beside it. */
  shrinkPicture: task<typeof shrinkPicture>('picture', 'shrinkPicture', { lane: 'pictures', deadlineMs: 25_000 }),
  /** A recording or film without its metadata, in its file or one beside it. */
  cleanRecording: task<typeof cleanRecording>('recording', 'cleanRecording', {
    lane: 'recordings',
    deadlineMs: 120_000,
  }),
  /** The duration of a voice recording, and its sound without metadata; its reviewer waits for it. */
  readVoice: task<typeof readVoice>('voice', 'readVoice', { lane: 'heavy', deadlineMs: 5_000 }),
  /** The HTML and excerpt of a text, as stored beside its source. */
  renderText: task<typeof renderText>('markdown', 'renderText', { lane: 'quick', deadlineMs: 1_000 }),
  /** The same for a text that took too long when it was written. */
  renderTextAgain: task<typeof renderText>('markdown', 'renderText', { lane: 'heavy', deadlineMs: 10_000 }),
  /** The sketch by which a work is compared; nobody waits for it. */
  sketchText: task<typeof sketchText>('similarity', 'sketchText', { lane: 'heavy', deadlineMs: 10_000 }),
  likenessToText: task<typeof likenessToText>('similarity', 'likenessToText', { lane: 'heavy', deadlineMs: 10_000 }),
} satisfies TaskTable
