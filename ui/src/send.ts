import { createSend } from '@tongchuang/contract/sender.ts'
import type { Send, Transport } from '@tongchuang/contract/sender.ts'
import { failureText } from './fetch-transport.ts'
import { showToast } from './toast.ts'

let transport: Transport = () => Promise.reject(new Error('connect() has not been called'))

/** Sets the transport of this site's calls; a page test passes one of its own. */
export const connect = (next: Transport): void => {
  transport = next
}

/** Makes a call without a message on failure: for background reads, and for pages that show the failure in place. */
export const sendQuietly: Send = createSend((request) => transport(request))

/** Makes a call; whatever fails is shown for 5 seconds and thrown on (specification section 8). */
export const send: Send = async (call, ...input) => {
  try {
    return await sendQuietly(call, ...input)
  } catch (error) {
    showToast(failureText(error))
    throw error
  }
}
