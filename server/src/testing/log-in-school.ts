import { anOidcServer, type OidcPerson, type OidcServer } from './oidc-server.ts'
import { testApp, type School, type SchoolOptions } from './test-app.ts'

/** Where the school of these tests is reached. */
export const home = 'https://school.example'

/** A school that may speak to servers on this machine. */
export const schoolWithProviders = (hosts: readonly string[], options: SchoolOptions = {}): Promise<School> =>
  testApp({ ...options, config: { baseUrl: home, outboundAllow: hosts, ...options.config } })

/** An OpenID provider that knows this school as its client. */
export const oidcForSchool = (people: readonly OidcPerson[] = [], client_id?: string): Promise<OidcServer> =>
  anOidcServer({
    redirect_uris: () => Array.from({ length: 9 }, (_, at) => `${home}/api/user/return/${at + 1}`),
    people,
    ...(client_id && { client_id }),
  })
