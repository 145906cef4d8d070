import type { RouteContext } from '../handler/route.ts'

/** What presenters need besides the thing they present. */
export type PresentContext = Pick<RouteContext, 'world' | 'api' | 'web'>
