import type { RouteContext } from '../route.ts'

/** What presenters need besides the thing they present. */
export type PresentContext = Pick<RouteContext, 'world' | 'api' | 'web'>
