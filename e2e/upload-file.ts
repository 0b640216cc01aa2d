import type { School } from './start-school.ts'

/** Uploads bytes as a file of an account, by the upload protocol, with the token of a session. */
export const uploadFile = async (
  { url }: Pick<School, 'url'>,
  token: string,
  { name, bytes, purpose = 'submission' }: { name: string; bytes: Buffer; purpose?: string },
): Promise<number> => {
  const headers = { token, 'tus-resumable': '1.0.0' }
  const metadata = Object.entries({ filename: name, purpose })
  const begun = await fetch(`${url}/api/files`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': metadata.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(),
    },
  })
  const address = begun.headers.get('location') ?? ''
  const ended = await fetch(url + address, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  })
  if (!ended.ok) throw new Error(`${name} was not taken: ${await ended.text()}`)
  return Number(address.split('/').at(-1))
}
