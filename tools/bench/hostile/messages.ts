/** A message of the server under attack: its address, and who may do what. */
export type Prepared = {
  url: string
  guild_id: number
  tokens: string[]
  teacher: string
  held: { token: string; task_id: number }[]
}
/** Milliseconds and bytes: the longest turn of its event loop, and the most memory it held. */
export type Usage = { longestTurn: number; peakRss: number }
export type FromServer = { prepared: Prepared } | { usage: Usage } | { problem: string }

/** Waiting times of `/healthz` in milliseconds. */
export type Waits = { asked: number; failed: number; p50: number; p99: number; p999: number; max: number }
/** Latency of the server under attack and of an idle one during the same minutes; and how late the probe itself was. */
export type FromProbe = { attacked: Waits; idle: Waits; late: Waits }
