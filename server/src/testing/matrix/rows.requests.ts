import type { RequestRow } from './requests.ts'
import { logInRequestRows } from './rows.log-in.ts'
import { downloadRows } from './rows.downloads.ts'
import { providerRequestRows } from './rows.providers.ts'
import { fileRows } from './rows.files.ts'

/** All requests that are not calls. */
export const requestRows: readonly RequestRow[] = [...fileRows, ...downloadRows, ...logInRequestRows, ...providerRequestRows]
