import { leading, usePermitted } from '@tongchuang/ui/permission.tsx'
import { AllTasks } from '../features/tasks/guild-tasks.tsx'

/** /admin/tasks: the tasks of all guilds one is staff of. */
export const TasksPage = () => <AllTasks may_lead={usePermitted(leading)} />
