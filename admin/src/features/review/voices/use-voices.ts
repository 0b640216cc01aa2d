import type { FileCard } from '@tongchuang/contract/files.ts'
import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { maxVoices } from '@tongchuang/contract/rules/voices.ts'
import { newKey } from '@tongchuang/ui/new-key.ts'
import { ownSession } from '@tongchuang/ui/own-session.ts'
import { beforeSessionEnds } from '@tongchuang/ui/session-end.ts'
import { adminSession } from '@tongchuang/ui/session.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useCallback, useEffect, useState } from 'react'
import type { MarkPlace } from '../area-pages.ts'
import { forgetRecording, keepRecording, keptRecordings, type KeptRecording } from './kept-recordings.ts'
import { peaksOf } from './recording.ts'
import { createVoiceSaver, type Said } from './voice-saver.ts'

export type SendVoice = (file: File) => Promise<FileCard>

/** The waveform of a chosen file; empty if the browser cannot decode it. */
const peaksIn = async (file: File): Promise<number[]> => {
  const context = new AudioContext()
  try {
    const sound = await context.decodeAudioData(await file.arrayBuffer())
    const samples = sound.getChannelData(0)
    const step = Math.max(1, Math.floor(samples.length / 600))
    const levels: number[] = []
    for (let at = 0; at < samples.length; at += step)
      levels.push(
        Math.min(100, samples.subarray(at, at + step).reduce((most, one) => Math.max(most, Math.abs(one)), 0) * 140),
      )
    return peaksOf(levels)
  } catch {
    return []
  } finally {
    await context.close().catch(() => undefined)
  }
}

/** Sends recordings one after another; those that fail are kept, on this device too. */
const createSending = (send: SendVoice, onSent: (recording: KeptRecording, card: FileCard) => void) => {
  const own = ownSession(adminSession)
  let waiting: KeptRecording[] = []
  let running: Promise<string | null> | null = null
  let onChange: (count: number, failure: string | null) => void = () => undefined
  let failure: string | null = null

  const sendAll = async (): Promise<string | null> => {
    failure = null
    try {
      for (let [next] = waiting; next; [next] = waiting) {
        own.check()
        onChange(waiting.length, null)
        const card = await send(new File([...next.parts], next.name, { type: next.type.split(';', 1)[0] ?? '' }))
        waiting = waiting.slice(1)
        onSent(next, card)
        await forgetRecording(next.id)
      }
    } catch (error) {
      failure = error instanceof Error ? error.message : ''
    }
    onChange(waiting.length, failure)
    return failure
  }
  const flush = (): Promise<string | null> =>
    (running ??= sendAll().finally(() => {
      running = null
    }))
  return {
    flush,
    listen: (listener: typeof onChange) => {
      onChange = listener
    },
    put: (recording: KeptRecording) => {
      if (waiting.some(({ id }) => id === recording.id)) return
      waiting = [...waiting, recording]
      void flush()
    },
    giveUp: () => {
      for (const { id } of waiting) void forgetRecording(id)
      waiting = []
      failure = null
      onChange(0, null)
    },
  }
}

/**
 * The recordings of a reviewer about a work: sent and saved automatically, and stored on the device until the server
 * has them.
 */
export const useVoices = (
  work: ReviewWork,
  user_id: number,
  isOpen: boolean,
  { send, onAbout }: { send: SendVoice; onAbout: (on: MarkPlace, file_id: number) => void },
) => {
  const of = `${user_id}:${work.submit_id}`
  const there = work.status === 'released' ? (work.result?.voices ?? []) : work.voices
  const [saved, setSaved] = useState<'saved' | 'dirty' | 'failed'>('saved')
  const [list, setList] = useState<readonly Said[] | null>(null)
  const [waiting, setWaiting] = useState<{ count: number; failure: string | null }>({ count: 0, failure: null })
  const [{ saver, sending }] = useState(() => {
    const made = createVoiceSaver({
      submit_id: work.submit_id,
      storageKey: `review-voices:${of}`,
      voices: there,
      onList: setList,
      onState: setSaved,
      onRefused: ({ message }) => showToast(message, 'warning'),
    })
    const sent = createSending(send, ({ peaks, on }, card) => {
      // The transcript and the file card come with the answer of the save.
      made.put([...made.list(), { file_id: card.id, file: null, seconds: 0, peaks: [...peaks], text: '' }])
      if (on) onAbout(on, card.id)
      void made.flush()
    })
    return { saver: made, sending: sent }
  })
  const shown = list ?? saver.first

  useEffect(() => {
    sending.listen((count, failure) => setWaiting({ count, failure }))
    if (!isOpen) return
    if (saver.wasLeft) void saver.flush()
    void keptRecordings(of).then((left) => left.forEach(sending.put))
    const again = () => void sending.flush()
    globalThis.addEventListener('online', again)
    return () => globalThis.removeEventListener('online', again)
  }, [isOpen, of, saver, sending])
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && saver.leave()
    const ending = beforeSessionEnds(async () => void (await saver.flush()))
    document.addEventListener('visibilitychange', hidden)
    return () => {
      ending()
      document.removeEventListener('visibilitychange', hidden)
      saver.leave()
    }
  }, [saver])

  const add = useCallback(
    async (recording: KeptRecording) => {
      await keepRecording(recording)
      sending.put(recording)
    },
    [sending],
  )
  return {
    of,
    list: shown,
    state: saved,
    waiting,
    isFull: shown.length + waiting.count >= maxVoices,
    add,
    addFile: async (file: File) =>
      add({ id: newKey(), of, name: file.name, type: file.type, parts: [file], peaks: await peaksIn(file) }),
    write: (file_id: number, text: string) =>
      saver.put(saver.list().map((one) => (one.file_id === file_id ? { ...one, text } : one))),
    remove: (file_id: number) => saver.put(saver.list().filter((one) => one.file_id !== file_id)),
    sendAgain: () => void sending.flush(),
    giveUp: sending.giveUp,
    /** Returns false if something has not arrived. */
    flush: async (): Promise<boolean> => (await sending.flush()) === null && (await saver.flush()),
  }
}

export type Voices = ReturnType<typeof useVoices>
