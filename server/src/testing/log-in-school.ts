import { anOidcHouse, type HousePerson, type OidcHouse } from './oidc-house.ts'
import { testApp, type School, type SchoolOptions } from './test-app.ts'

/** Where the school of these tests is reached. */
export const home = 'https://school.example'

/** A school that may speak to houses on this machine. */
export const schoolWithHouses = (hosts: readonly string[], options: SchoolOptions = {}): Promise<School> =>
  testApp({ ...options, config: { baseUrl: home, outboundAllow: hosts, ...options.config } })

/** An OpenID provider that knows this school as its client. */
export const houseForSchool = (people: readonly HousePerson[] = [], client_id?: string): Promise<OidcHouse> =>
  anOidcHouse({
    redirect_uris: () => Array.from({ length: 9 }, (_, at) => `${home}/api/user/return/${at + 1}`),
    people,
    ...(client_id && { client_id }),
  })
