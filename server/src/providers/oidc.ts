import * as client from 'openid-client'
import { storedStrings } from '../db/stored-strings.ts'
import { fieldOf } from '../fields.ts'
import { ProviderFailure, providerFailureIn } from './failures.ts'
import type { Party } from './party.ts'
import { toldOf, type Told } from './rules.ts'
import type { ProviderProtocol } from './protocol.ts'

const keptMs = 10 * 60_000
// The metadata of an issuer changes rarely and is cached; its signing keys are requested each time.
const discovered = new Map<string, { metadata: client.ServerMetadata; until: number }>()

/** Converts an error of the library to a ProviderFailure. */
const failed = (error: unknown): ProviderFailure => {
  const own = providerFailureIn(error)
  if (own) return own
  if (error instanceof client.AuthorizationResponseError)
    return new ProviderFailure('REFUSED', `authorization: ${error.error}`, error)
  if (error instanceof client.ResponseBodyError)
    return new ProviderFailure(error.error === 'invalid_client' ? 'SETUP' : 'ANSWER', `token: ${error.error}`, error)
  const code = String(fieldOf(error, 'code') ?? '')
  return new ProviderFailure('ANSWER', code || (error instanceof Error ? error.message : 'unknown'), error)
}

const within = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw failed(error)
  })

/** Plain http is only for targets that the environment names; the outbound fetch refuses any other. */
const isPlain = ({ address }: Party): boolean => address.startsWith('http:')

const describe = async (party: Party): Promise<client.ServerMetadata> => {
  const known = discovered.get(party.address)
  if (known && known.until > performance.now()) return known.metadata
  const found = await within(
    client.discovery(new URL(party.address), party.client_id, undefined, client.None(), {
      [client.customFetch]: party.fetch as client.CustomFetch,
      execute: isPlain(party) ? [client.allowInsecureRequests] : [],
    }),
  )
  const metadata = found.serverMetadata()
  if (discovered.size > 50) discovered.clear()
  discovered.set(party.address, { metadata, until: performance.now() + keptMs })
  return metadata
}

/**
 * How this client authenticates to the issuer: by a method the issuer supports, with a header unless it accepts only a
 * form.
 */
const proof = ({ secret }: Party, metadata: client.ServerMetadata): client.ClientAuth => {
  if (secret === '') return client.None()
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic') || !methods.includes('client_secret_post')
    ? client.ClientSecretBasic(secret)
    : client.ClientSecretPost(secret)
}

const configure = async (party: Party): Promise<client.Configuration> => {
  const metadata = await describe(party)
  const config = new client.Configuration(metadata, party.client_id, undefined, proof(party, metadata))
  config[client.customFetch] = party.fetch as client.CustomFetch
  if (isPlain(party)) client.allowInsecureRequests(config)
  // The origin of the token is not enough: its signature is verified with the issuer's keys.
  client.enableNonRepudiationChecks(config)
  return config
}

const tell = async (
  party: Party,
  { params, checks, return_address }: Parameters<ProviderProtocol['tell']>[1],
): Promise<Told> => {
  const config = await configure(party)
  const url = new URL(return_address)
  for (const [name, value] of Object.entries(params)) url.searchParams.append(name, value)
  const tokens = await within(
    client.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: checks.verifier,
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      idTokenExpected: true,
    }),
  )
  const signed = tokens.claims()
  if (!signed) throw new ProviderFailure('ANSWER', 'no id token')
  const wanted = [party.number_claim, party.name_claim].filter((name) => name !== '')
  const isComplete = wanted.every((name) => Object.hasOwn(signed, name))
  const more =
    isComplete || config.serverMetadata().userinfo_endpoint === undefined
      ? {}
      : await within(client.fetchUserInfo(config, tokens.access_token, signed.sub))
  const claims: Record<string, unknown> = { ...more, ...signed }
  const told = toldOf(signed.sub, {
    label: claims[party.name_claim],
    student_no: party.number_claim && claims[party.number_claim],
    acr: signed.acr,
  })
  if (!told) throw new ProviderFailure('ANSWER', 'sub cannot be kept')
  return told
}

/** OpenID Connect: code flow with PKCE, state and nonce. */
export const oidc: ProviderProtocol = {
  signInUrl: async (party, { checks, return_address }) => {
    const config = await configure(party)
    const acr = storedStrings(party.accepted_acr)
    return client.buildAuthorizationUrl(config, {
      redirect_uri: return_address,
      scope: party.scopes,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      ...(acr.length > 0 && { acr_values: acr.join(' ') }),
    })
  },
  tell,
  probe: async (party) => {
    discovered.delete(party.address)
    const { jwks_uri } = await describe(party)
    if (jwks_uri === undefined) throw new ProviderFailure('SETUP', 'the issuer names no jwks_uri')
    const answer = await party.fetch(jwks_uri)
    if (!answer.ok) throw new ProviderFailure('DOWN', `jwks_uri: HTTP ${answer.status}`)
  },
}
