"""Runs the training program as plain processes, without Slurm: python3 -m unittest train_test"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "train.py")
STEPS = 60


class TrainTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def start(self, job, restart=0, ranks=2, **settings):
        """One process a rank, as srun would start them."""
        environment = {
            "PATH": os.environ["PATH"],
            "SLURM_JOB_ID": str(job),
            "SLURM_RESTART_COUNT": str(restart),
            "SLURM_NTASKS": str(ranks),
            "STEPS": str(STEPS),
            "STEP_MILLIS": "5",
            "SAVE_SECONDS": "0.1",
        }
        environment.update({name: str(value) for name, value in settings.items()})
        processes = []
        for rank in range(ranks):
            process = subprocess.Popen(
                [sys.executable, PROGRAM],
                cwd=self.folder.name,
                env={**environment, "SLURM_PROCID": str(rank)},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            self.addCleanup(self.end, process)
            processes.append(process)
        return processes

    @staticmethod
    def end(process):
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stdout.close()

    def codes(self, processes):
        return [process.wait(timeout=60) for process in processes]

    def progress(self, job):
        try:
            return json.loads(self.read(f"progress-{job}.json"))
        except FileNotFoundError:
            return {"step": 0}

    def wait_for_step(self, job, step):
        deadline = time.monotonic() + 60
        while self.progress(job)["step"] < step:
            self.assertLess(time.monotonic(), deadline, "no progress")
            time.sleep(0.01)

    def ledger(self, job):
        return [tuple(map(int, line.split())) for line in self.read(f"steps-{job}.txt").splitlines()]

    def test_ends_byte_for_byte_the_same_when_stopped_and_started_again(self):
        self.assertEqual(self.codes(self.start(1)), [0, 0])

        stopped = self.start(2, SAVE_SECONDS=0.3, STEP_MILLIS=20)
        self.wait_for_step(2, 5)
        stopped[1].send_signal(signal.SIGTERM)  # the signals never arrive at the same moment
        stopped[0].send_signal(signal.SIGTERM)
        self.assertEqual(self.codes(stopped), [143, 143])
        saved = self.progress(2)["checkpoint"]["step"]
        self.assertEqual(self.codes(self.start(2, restart=1)), [0, 0])

        self.assertEqual(self.read("result-2.json"), self.read("result-1.json"))
        expected = [(step, 0 if step <= saved else 1) for step in range(1, STEPS + 1)]
        self.assertEqual(self.ledger(2), expected)

    def test_all_ranks_stop_when_only_one_is_told(self):
        processes = self.start(3, STEP_MILLIS=20)
        self.wait_for_step(3, 3)
        processes[1].send_signal(signal.SIGTERM)
        self.assertEqual(self.codes(processes), [143, 143])
        self.assertEqual(self.progress(3)["checkpoint"]["step"], self.ledger(3)[-1][0])

    def test_goes_on_from_the_last_checkpoint_after_a_power_cut(self):
        self.assertEqual(self.codes(self.start(4)), [0, 0])
        processes = self.start(5, STEP_MILLIS=20, CHECKPOINT_EVERY=10)
        self.wait_for_step(5, 25)
        for process in processes:
            process.kill()
        self.codes(processes)
        self.assertEqual(self.codes(self.start(5, restart=1)), [0, 0])
        self.assertEqual(self.read("result-5.json"), self.read("result-4.json"))

    def test_progress_file_says_step_restart_and_checkpoint(self):
        self.assertEqual(self.codes(self.start(6, restart=3)), [0, 0])
        progress = self.progress(6)
        self.assertEqual((progress["step"], progress["restart"]), (STEPS, 3))
        self.assertEqual(progress["checkpoint"]["step"], STEPS)
        self.assertRegex(progress["at"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")

    def test_gives_up_when_another_rank_is_gone(self):
        processes = self.start(7, STEP_MILLIS=20)
        self.wait_for_step(7, 3)
        processes[1].kill()
        self.assertEqual(processes[0].wait(timeout=60), 1)

    def test_one_rank_alone_needs_nobody(self):
        self.assertEqual(self.codes(self.start(8, ranks=1)), [0])
        self.assertEqual(len(self.ledger(8)), STEPS)


if __name__ == "__main__":
    unittest.main()
