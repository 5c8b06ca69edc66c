/** The environment that a caller passed; `world` is the former name of that option. */
export function environmentOf<Environment>(options: {
  environment?: Environment | undefined;
  world?: Environment | undefined;
}): Environment | undefined {
  return options.environment ?? options.world;
}
