import type { Envelope } from '@tongchuang/contract/sender.ts'
import { currentLanguage } from '@tongchuang/ui/language.ts'
import { TransportFailed } from '@tongchuang/ui/fetch-transport.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { uiTexts } from '@tongchuang/ui/ui-texts.ts'

const side = 512

/** Cuts a square out of a picture, 512 pixels wide and without the metadata of the camera. */
export const cutPicture = async (
  address: string,
  area: { x: number; y: number; width: number; height: number },
): Promise<Blob> => {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  canvas.getContext('2d')?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', 0.9)
  })
}

/** Uploads a small picture in one request and returns its id; throws an error with the message to show. */
export const uploadPicture = async (picture: Blob): Promise<number> => {
  const answer = await fetch(`${basePath()}/api/files`, {
    method: 'POST',
    headers: {
      token: studentSession.token() ?? '',
      'accept-language': currentLanguage(),
      'tus-resumable': '1.0.0',
      'upload-length': String(picture.size),
      'upload-metadata': `filename ${btoa('avatar.jpg')},purpose ${btoa('avatar')}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: picture,
  }).catch(() => {
    throw new TransportFailed(uiTexts().networkError)
  })
  const envelope = (await answer.json().catch(() => null)) as (Envelope & { data?: { id?: number } }) | null
  const id = envelope?.code === 1 ? envelope.data?.id : Number(answer.headers.get('location')?.split('/').at(-1))
  if (!answer.ok || !id) throw new Error(envelope?.msg || uiTexts().status(answer.status))
  return id
}
