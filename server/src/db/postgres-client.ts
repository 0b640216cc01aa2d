import pg from 'pg'

// Firewalls forget a connection that is quiet for minutes and say so to neither side; the system alone would ask after
// two hours whether the other side is there, and until then nothing that the listener waits for arrives.
const KEEPALIVE_MS = 60_000

const wholeNumber = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond 2^53`)
  return value
}

const notCast = (): never => {
  throw new TypeError('a numeric came back: cast it to bigint or double precision')
}

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return wholeNumber
    if (oid === pg.types.builtins.NUMERIC) return notCast
    return pg.types.getTypeParser(oid, format)
  },
}

/**
 * What an address gives besides where the database is. pg lets it replace ours: start-up options are added to it
 * instead, and the name of a connection, by which processes know each other, is always ours. An encrypted connection
 * asks for a certificate that is trusted, as pg takes each of these words now and says at length that it will not.
 */
const inAddress = (url: string): { address: string; options: string } => {
  const options = /[?&]options=([^&]*)/.exec(url)?.[1] ?? ''
  const address = url.replaceAll(/([?&])(options|application_name|fallback_application_name)=[^&]*/g, '$1')
  const isAsLibpq = /[?&]uselibpqcompat=true(&|$)/.test(url)
  return {
    address: isAsLibpq ? address : address.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full'),
    options: decodeURIComponent(options.replaceAll('+', ' ')),
  }
}

/** The settings of every connection of ours; `options` are for the start of this one. */
export const clientConfig = (url: string, timeoutMs: number, options = '') => {
  const given = inAddress(url)
  return {
    connectionString: given.address,
    application_name: 'tongchuang',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    connectionTimeoutMillis: timeoutMs,
    types: types as pg.ClientConfig['types'],
    options: [given.options || (process.env.PGOPTIONS ?? ''), options].filter((one) => one !== '').join(' '),
  }
}
