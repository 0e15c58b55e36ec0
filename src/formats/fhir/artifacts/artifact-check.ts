// A check of one kind of artifact.
import type { LoadedGuides } from '../profile/validate-profiles.ts'
import type { Context, ResourceNode } from '../validate/context.ts'

/** @param guides undefined if nothing beside the base definitions is used */
export type ArtifactCheck = (context: Context, node: ResourceNode, guides: LoadedGuides | undefined) => void
