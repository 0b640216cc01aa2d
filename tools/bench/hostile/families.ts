import { randomInt, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import sharp from 'sharp'
import type { Answer, Client } from './client.ts'
import { archive, film, song, table, wave, workbook } from './files.ts'
import type { Prepared } from './messages.ts'
import { fence, formula, language, markdown, program } from './texts.ts'

/**
 * One kind of attack: its input, generated from a seed so that the worst can be repeated and minimized, and how to send
 * it.
 */
export type Family = {
  name: string
  tryWith: (seed: number) => Promise<Try>
  shrink: (seed: number, atLeastMs: number) => Promise<string>
}
export type Try = { answer: Answer; ms: number }

const WORK = 50_000
const POST = 2_000
const PROGRAM = 500_000
// Making the worst one smaller ends after so long.
const SHRINK_MS = 15_000

const some = <Item>(list: readonly Item[]): Item => list[randomInt(list.length)]!

const family = <Input>(name: string, inputs: fc.Arbitrary<Input>, send: (input: Input) => Promise<Answer>): Family => {
  const timed = async (input: Input): Promise<Try> => {
    const began = performance.now()
    const answer = await send(input)
    return { answer, ms: performance.now() - began }
  }
  return {
    name,
    tryWith: async (seed) => {
      let result: Try | undefined
      await fc.check(
        fc.asyncProperty(inputs, async (input) => void (result = await timed(input))),
        { seed, numRuns: 1 },
      )
      if (!result) throw new Error(`nothing was sent for ${name}`)
      return result
    },
    shrink: async (seed, atLeastMs) => {
      const { counterexample } = await fc.check(
        fc.asyncProperty(inputs, async (input) => (await timed(input)).ms < atLeastMs),
        { seed, numRuns: 1, interruptAfterTimeLimit: SHRINK_MS },
      )
      return counterexample === null ? 'not slow when it was sent again' : fc.stringify(counterexample[0]).slice(0, 300)
    },
  }
}

/** Pictures of many points in few bytes, whole, cut off or with some bytes changed. */
const pictures = async (): Promise<fc.Arbitrary<{ name: string; bytes: Buffer }>> => {
  const plain = (edge: number) => sharp({ create: { width: edge, height: edge, channels: 3, background: '#396' } })
  const made = [
    { name: '图.png', bytes: await plain(4_900).png({ compressionLevel: 9 }).toBuffer() },
    { name: '大.png', bytes: await plain(5_100).png({ compressionLevel: 9 }).toBuffer() },
    { name: '渐.jpg', bytes: await plain(4_900).jpeg({ progressive: true }).toBuffer() },
    { name: '网.webp', bytes: await plain(3_000).webp().toBuffer() },
    { name: '动.gif', bytes: await plain(2_000).gif().toBuffer() },
  ]
  return fc
    .record({
      picture: fc.constantFrom(...made),
      cut: fc.option(fc.double({ min: 0.01, max: 1, noNaN: true }), { nil: 1 }),
      changes: fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), { maxLength: 8 }),
    })
    .map(({ picture, cut, changes }) => {
      const bytes = Buffer.from(picture.bytes.subarray(0, Math.max(16, Math.ceil(picture.bytes.length * cut))))
      for (const [at, byte] of changes) bytes[Math.max(16, Math.floor(at * bytes.length)) % bytes.length] = byte
      return { name: picture.name, bytes }
    })
}

export const familiesOf = async (client: Client, { tokens, teacher, guild_id, held }: Prepared): Promise<Family[]> => {
  const waiting = [...held]
  const student = () => some(tokens)
  const preview = (content: string) => client.post('/api/student/preview_work', student(), { content })
  const file = (ending: string) => (bytes: Buffer) => client.upload(student(), `文件.${ending}`, bytes)
  const roster = (input: object) => client.post('/api/admin/roster/read', teacher, { guild_id, name: '名单', ...input })
  return [
    family('preview: Markdown', markdown(WORK), preview),
    family('preview: formulas', formula(WORK), preview),
    family('preview: programs', fence(WORK), preview),
    family('hand-in', fc.oneof(markdown(WORK), formula(WORK), fence(WORK)), (content) => {
      const { token, task_id } = waiting.splice(randomInt(waiting.length), 1)[0] ?? held[0]!
      return client.post('/api/student/tasks_submit', token, { task_id, key: randomUUID(), content, statement: true })
    }),
    family('discussion', fc.oneof(markdown(POST), formula(POST), fence(POST)), (content) => {
      const { token, task_id } = some(held)
      return client.post('/api/student/createDiscussion', token, { task_id, content, key: randomUUID() })
    }),
    family('file: program', fc.tuple(language, program(PROGRAM)), ([ending, text]) =>
      client.upload(student(), `程序.${ending}`, Buffer.from(text || ' ')),
    ),
    family('file: picture', await pictures(), ({ name, bytes }) => client.upload(student(), name, bytes)),
    family('file: wav', wave, file('wav')),
    family('file: mp4', film, file('mp4')),
    family('file: mp3', song, file('mp3')),
    family('file: zip', archive, async (make) => file('zip')(await make())),
    family('file: office', archive, async (make) => file('docx')(await make())),
    family('roster: xlsx', workbook, async (make) => roster({ file: (await make()).toString('base64') })),
    family('roster: csv', table, (text) => roster({ file: Buffer.from(text).toString('base64') })),
    family('roster: pasted', table, (text) => roster({ text })),
    family(
      'search',
      fc.tuple(fc.constantFrom('%', '_', '\\', 'a', '的', '%_'), fc.integer({ min: 1, max: 60 })),
      ([piece, times]) =>
        client.send({
          path: `/api/student/search?${new URLSearchParams({ q: piece.repeat(times).slice(0, 60) }).toString()}`,
          token: student(),
        }),
    ),
  ]
}
