import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const file = new DatabaseSync(workerData as string, { readOnly: true })
const row = file.prepare('pragma quick_check').get()
parentPort?.postMessage(String(row?.quick_check ?? 'no answer'))
file.close()
