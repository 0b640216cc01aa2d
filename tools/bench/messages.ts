/** A student of the benchmark, logged in, and the task that is to be handed in. */
export type HeldTask = { token: string; task_id: number }

/** What the school of the benchmark has. */
export type Filled = { guild_id: number; tokens: string[]; held: HeldTask[]; unordered: HeldTask[] }

/** Messages from the server under measurement to the measuring process. */
export type Ready = { url: string; helloUrl: string }
export type Usage = { cpu: number; rss: number; submissions: number }
export type FromServer = { ready: Ready } | { usage: Usage } | { problem: string }
