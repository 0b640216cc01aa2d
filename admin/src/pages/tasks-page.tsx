import { leading, usePermitted } from '@tongchuang/ui/permission.tsx'
import { AllTasks } from '../features/tasks/guild-tasks.tsx'

/** /admin/tasks: the tasks of all guilds whose staff the user belongs to. */
export const TasksPage = () => <AllTasks may_lead={usePermitted(leading)} />
