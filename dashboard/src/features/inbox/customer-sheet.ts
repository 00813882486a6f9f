/** Whether the customer is shown over the thread, on screens that have no room beside it. Any part of the screen may open it. */
import { createStore } from '../../api/store.ts'

export const customerSheet = createStore(false)
