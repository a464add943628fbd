// What views with a playback have in common: links and stories restore their position and speed.

export class Viewed {
  /** The position to show when the search has ended: `{ step, speed, play }`; null if the playback starts by itself. */
  restoring = null;

  /** Runs the search and shows a position of it: `step` is a number or `end`. Resolves when it is shown. */
  async restore({ step = 0, speed, play = false }) {
    this.restoring = { step, speed, play };
    await this.task.run();
    this.restoring = null;
  }

  /** Called when the search has ended: goes to the position that was asked for. */
  arrive(player) {
    if (!this.restoring) return;
    const { step, speed, play } = this.restoring;
    if (speed) player.chooseSpeed(speed);
    player.go(step === "end" ? player.length : step);
    if (play) player.begin();
  }

  /** The position and speed for a link; undefined before a search. */
  place() {
    const { player } = this;
    if (!player || player.length === 0) return {};
    return { step: player.position, speed: player.speedChosen ? player.speed : undefined };
  }
}
