/** The full demo from first to last step. Returns in words what did not go as it must. */
import { answer, compact, remember } from "./acts/closing";
import { askPeople, lookUp } from "./acts/desk";
import { swapServer, talkToServer } from "./acts/mcp";
import { declareParts, openTurns } from "./acts/opening";
import { crossLines } from "./acts/refusals";
import type { Scene } from "./acts/scene";
import { bringSkills } from "./acts/skills";
import { sendSubagents } from "./acts/subagents";

export async function playFullStory(scene: Scene): Promise<readonly string[]> {
  try {
    await play(scene);
    return scene.stage.faults;
  } catch (failure) {
    if (!(failure instanceof Error)) throw failure;
    return [...scene.stage.faults, failure.message];
  }
}

async function play(scene: Scene): Promise<void> {
  await declareParts(scene);
  await openTurns(scene);
  const lookedUp = await lookUp(scene);
  await askPeople(scene, lookedUp);
  await bringSkills(scene);
  await talkToServer(scene);
  await swapServer(scene);
  await crossLines(scene, lookedUp);
  await sendSubagents(scene);
  await remember(scene, lookedUp);
  await compact(scene, lookedUp);
  await answer(scene, lookedUp);
}
