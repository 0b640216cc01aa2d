import type { FastifyRequest } from 'fastify'
import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { requestContext } from '../http/implement.ts'
import { admitPerson, type Person } from '../http/session.ts'

const isStranger = (error: unknown): boolean => error instanceof Refusal && error.reason === 'NO_SESSION'

/** The holder of a token on either of the two sites: files serve both. */
const holderOf = async (app: App, request: FastifyRequest, token: unknown): Promise<Person> => {
  const context = requestContext(app, request)
  try {
    return await admitPerson(app, token, { access: 'session', audience: 'student' }, context)
  } catch (error) {
    if (!isStranger(error)) throw error
    return await admitPerson(app, token, { access: 'session', audience: 'admin' }, context)
  }
}

/** The person behind a request that changes or reveals something: only the header counts, never a cookie. */
export const personOf = (app: App, request: FastifyRequest): Promise<Person> =>
  holderOf(app, request, request.headers.token)

const cookieOf = (request: FastifyRequest, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]{20,128})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]

/**
 * Everybody this browser is logged in as. Pictures and downloads send no header, so cookies count here as well: they
 * open nothing by themselves, they only show that a signed link is in the hands of the person it was made for.
 */
export const peopleOf = async (app: App, request: FastifyRequest): Promise<Person[]> => {
  const tokens = [request.headers.token, cookieOf(request, 'token'), cookieOf(request, 'admin_token')].filter(
    (token) => token !== undefined,
  )
  const people: Person[] = []
  let refusal: Refusal | null = null
  for (const token of new Set(tokens)) {
    try {
      people.push(await holderOf(app, request, token))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusal = error
    }
  }
  if (people.length === 0) throw refusal ?? fail('NO_SESSION')
  return people
}
