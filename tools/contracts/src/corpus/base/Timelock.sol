// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.8.0 <0.9.0;

/// @title Calls wait two days in public before they run, so that people can leave.
contract Timelock {
    uint256 public constant getMinDelay = 2 days;

    address public immutable proposer;
    mapping(bytes32 => uint256) public readyAt;

    constructor(address proposer_) {
        proposer = proposer_;
    }

    function schedule(address target, bytes calldata input) external {
        require(msg.sender == proposer, "not the proposer");
        readyAt[keccak256(abi.encode(target, input))] = block.timestamp + getMinDelay;
    }

    function execute(address target, bytes calldata input) external {
        bytes32 id = keccak256(abi.encode(target, input));
        require(readyAt[id] != 0 && block.timestamp >= readyAt[id], "not ready");
        delete readyAt[id];
        (bool done,) = target.call(input);
        require(done, "failed");
    }
}
