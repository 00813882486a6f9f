/** Whether the customer is open as a sheet, on screens too narrow for a third pane. Global, because several components open it. */
import { createStore } from '../../api/store.ts'

export const customerSheet = createStore(false)
