// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Calls that its proposer puts down, executed after a delay.
contract DelayedCaller {
    address public immutable proposer;
    uint256 public immutable wait;
    mapping(bytes32 => uint256) public readyAt;

    constructor(address proposer_, uint256 wait_) {
        proposer = proposer_;
        wait = wait_;
    }

    function queue(address target, bytes calldata data, bytes32 salt) external returns (bytes32 id) {
        require(msg.sender == proposer, "proposer only");
        id = keccak256(abi.encode(target, data, salt));
        readyAt[id] = block.timestamp + wait;
    }

    function run(address target, bytes calldata data, bytes32 salt) external {
        bytes32 id = keccak256(abi.encode(target, data, salt));
        require(readyAt[id] != 0 && block.timestamp >= readyAt[id], "too early");
        delete readyAt[id];
        (bool done, ) = target.call(data);
        require(done, "call failed");
    }
}
