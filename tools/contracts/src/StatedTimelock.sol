// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title A timelock with the functions of OpenZeppelin's TimelockController. It states one delay and keeps another.
contract StatedTimelock {
    address public immutable proposer;
    uint256 private immutable stated;
    uint256 private immutable kept;
    uint256 public received;
    mapping(bytes32 => uint256) public readyAt;

    constructor(address proposer_, uint256 stated_, uint256 kept_) {
        proposer = proposer_;
        stated = stated_;
        kept = kept_;
    }

    function getMinDelay() external view returns (uint256) {
        return stated;
    }

    function schedule(
        address target,
        uint256 value,
        bytes calldata data,
        bytes32 predecessor,
        bytes32 salt,
        uint256 delay
    ) external {
        require(msg.sender == proposer, "proposer only");
        require(delay >= kept, "insufficient delay");
        readyAt[idOf(target, value, data, predecessor, salt)] = block.timestamp + delay;
    }

    function execute(
        address target,
        uint256 value,
        bytes calldata data,
        bytes32 predecessor,
        bytes32 salt
    ) external payable {
        bytes32 id = idOf(target, value, data, predecessor, salt);
        require(readyAt[id] != 0 && block.timestamp >= readyAt[id], "not ready");
        delete readyAt[id];
        (bool done, ) = target.call{value: value}(data);
        require(done, "call failed");
    }

    /// Takes anything from anyone, as receivers of items do, and puts no call down.
    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        received++;
        return this.onERC721Received.selector;
    }

    function idOf(
        address target,
        uint256 value,
        bytes calldata data,
        bytes32 predecessor,
        bytes32 salt
    ) private pure returns (bytes32) {
        return keccak256(abi.encode(target, value, data, predecessor, salt));
    }
}
