import { SystemState } from '../features/system/system-state.tsx'

/** /admin/system */
export const SystemPage = () => <SystemState />
