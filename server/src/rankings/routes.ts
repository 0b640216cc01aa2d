import { rankings } from '@tongchuang/contract/rankings.ts'
import type { App } from '../app-services.ts'
import { implement } from '../http/implement.ts'
import { registerRankingJobs } from './projection-job.ts'
import { rankingFor } from './ranking.ts'

/** The two rankings as students see them. */
export const rankingRoutes = (app: App): void => {
  implement(app, rankings, {
    excellent: (wanted, caller) => rankingFor(app, 'excellent', wanted, caller),
    workHard: (wanted, caller) => rankingFor(app, 'workhard', wanted, caller),
  })

  registerRankingJobs(app)
}
