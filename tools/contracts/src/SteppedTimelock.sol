// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title A timelock of two days. Its admin may halve the delay as often as it likes, unless the delay is the timelock's own to change.
contract SteppedTimelock {
    address public immutable admin;
    bool public immutable steady;
    uint256 public delay = 2 days;
    mapping(bytes32 => uint256) public scheduledAt;

    constructor(address admin_, bool steady_) {
        admin = admin_;
        steady = steady_;
    }

    function setDelay(uint256 seconds_) external {
        if (steady) require(msg.sender == address(this) && seconds_ >= 1 days, "itself only");
        else require(msg.sender == admin && seconds_ >= delay / 2, "too short");
        delay = seconds_;
    }

    function schedule(address target, bytes calldata data) external {
        require(msg.sender == admin, "admin only");
        scheduledAt[keccak256(abi.encode(target, data))] = block.timestamp;
    }

    function run(address target, bytes calldata data) external {
        bytes32 id = keccak256(abi.encode(target, data));
        require(scheduledAt[id] != 0 && block.timestamp >= scheduledAt[id] + delay, "too early");
        delete scheduledAt[id];
        (bool done, ) = target.call(data);
        require(done, "call failed");
    }
}
