// Names of fields and components in place of their positions in paths: `ZPI-"Policy number"."Region"`, where a site's definitions name them.

export interface PathNames {
  /**
   * @param above the field, and the component, that the name stands below; empty for the name of a field
   * @returns the position that the name stands for; undefined where no definition of the site has the name there, or more than one
   */
  ofSegment(segment: string, above: readonly number[], name: string): number | undefined
  /** Below a data type: a component, or with a component above a subcomponent. */
  ofType(dataType: string, above: readonly number[], name: string): number | undefined
}

/** The notation takes either quote; one that belongs to the name is written twice. */
export const QUOTES = ['"', "'"] as const
