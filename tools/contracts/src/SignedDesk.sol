// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

interface ISigner {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4);
}

/// @title Staking of coins whose withdrawal, or whose closing, a signature orders; by the mode that it is deployed with.
contract SignedDesk {
    /// 0 the withdrawal needs the keeper's signature, 1 a signature of the keeper closes the withdrawal, 2 as 0 by ERC-1271,
    /// 3 a signature of the account itself withdraws for it
    uint256 public immutable mode;
    address public keeper;
    bool public closed;
    mapping(address => uint256) public staked;

    constructor(uint256 mode_, address keeper_) {
        mode = mode_;
        keeper = keeper_;
    }

    function stake() external payable {
        staked[msg.sender] += msg.value;
    }

    function unstake(uint256 amount) external {
        require(!closed && (mode == 1 || mode == 3), "signature needed");
        _pay(msg.sender, amount);
    }

    function withdrawSigned(uint256 amount, uint8 v, bytes32 r, bytes32 s) external {
        require(mode == 0, "not here");
        bytes32 digest = keccak256(abi.encode(address(this), msg.sender, amount));
        require(ecrecover(digest, v, r, s) == keeper, "wrong signature");
        _pay(msg.sender, amount);
    }

    function withdrawApproved(uint256 amount, bytes calldata signature) external {
        require(mode == 2, "not here");
        bytes32 digest = keccak256(abi.encode(address(this), msg.sender, amount));
        require(ISigner(keeper).isValidSignature(digest, signature) == 0x1626ba7e, "wrong signature");
        _pay(msg.sender, amount);
    }

    function withdrawFor(address account, uint256 amount, uint8 v, bytes32 r, bytes32 s) external {
        require(mode == 3, "not here");
        bytes32 digest = keccak256(abi.encode(address(this), account, amount));
        require(account != address(0) && ecrecover(digest, v, r, s) == account, "wrong signature");
        _pay(account, amount);
    }

    function close(uint8 v, bytes32 r, bytes32 s) external {
        require(mode == 1, "not here");
        require(ecrecover(keccak256(abi.encode(address(this), "close")), v, r, s) == keeper, "wrong signature");
        closed = true;
    }

    function _pay(address to, uint256 amount) private {
        staked[to] -= amount;
        (bool done,) = to.call{value: amount}("");
        require(done, "payment failed");
    }
}
