import { boolean, count, fields, id, instant, list, none, nullable, oneOf, string } from './schema.ts'
import { call } from './call.ts'

/** One attempt to make a backup. If it failed, `problem` says why and there is no file. */
export const BackupRun = fields({
  id: id(),
  /**
   * waiting: requested; running: being written; done: complete and kept; failed; removed: its file was deleted, by hand
   * or to make room for newer ones, or is missing.
   */
  state: oneOf('waiting', 'running', 'done', 'failed', 'removed'),
  asked_at: instant(),
  /** Null while it waits or runs. */
  ended_at: nullable(instant()),
  /** The name of the administrator who requested it; null: the nightly backup. */
  asked_by: nullable(string()),
  /** Its file, in `backups/` of the data folder or of the object store. */
  name: string(),
  /** Bytes. */
  size: count(),
  /** Rows of all tables, and stored files. */
  rows: count(),
  files: count(),
  /** Number of files that were already missing or damaged when it was made. */
  damaged: count(),
  problem: string(),
})

export const backupAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/backup/list',
    access: 'admin',
    summary:
      'The last 50 attempts and the last 50 backups that can be downloaded, newest first; and how many are kept.',
    input: none(),
    output: fields({
      list: list(BackupRun),
      keep: count(),
      nightly: boolean(),
      /**
       * The folder of the backups on the server; empty where they are in an object store and are downloaded from here.
       */
      folder: string(),
    }),
    refusals: [],
  }),
  make: call({
    method: 'POST',
    path: '/api/admin/backup/make',
    access: 'admin',
    summary: 'Requests a backup now; while one is waiting or running, that one is answered.',
    input: none(),
    output: BackupRun,
    refusals: [],
  }),
  link: call({
    method: 'POST',
    path: '/api/admin/backup/link',
    access: 'admin',
    summary: 'An address from which this administrator can download the backup, valid for one minute.',
    input: fields({ id: id() }),
    output: fields({ url: string(), name: string() }),
    refusals: ['NOT_FOUND'],
  }),
  remove: call({
    method: 'POST',
    path: '/api/admin/backup/remove',
    access: 'admin',
    summary: 'Delete the file of a backup.',
    input: fields({ id: id() }),
    output: BackupRun,
    refusals: ['NOT_FOUND'],
  }),
}
