// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title A bridge to another network with the deposit functions of Optimism's standard bridge.
/// @dev It keeps what is deposited and pays it out again when its messenger, here a key, says that it came back.
contract Bridge {
    event ETHDepositInitiated(address indexed from, address indexed to, uint256 amount, bytes extraData);
    event ETHWithdrawalFinalized(address indexed from, address indexed to, uint256 amount, bytes extraData);
    event ERC20DepositInitiated(
        address indexed l1Token, address indexed l2Token, address indexed from, address to, uint256 amount, bytes extraData
    );
    event ERC20WithdrawalFinalized(
        address indexed l1Token, address indexed l2Token, address indexed from, address to, uint256 amount, bytes extraData
    );

    address public immutable messenger;
    /// Token here → token there → amount kept.
    mapping(address => mapping(address => uint256)) public deposits;

    modifier onlyMessenger() {
        require(msg.sender == messenger, "only the messenger");
        _;
    }

    constructor(address messenger_) {
        messenger = messenger_;
    }

    function depositETH(uint32, bytes calldata extraData) external payable {
        emit ETHDepositInitiated(msg.sender, msg.sender, msg.value, extraData);
    }

    function depositETHTo(address to, uint32, bytes calldata extraData) external payable {
        emit ETHDepositInitiated(msg.sender, to, msg.value, extraData);
    }

    function depositERC20To(
        address l1Token,
        address l2Token,
        address to,
        uint256 amount,
        uint32,
        bytes calldata extraData
    ) external {
        require(Tokens.pull(l1Token, msg.sender, address(this), amount), "deposit failed");
        deposits[l1Token][l2Token] += amount;
        emit ERC20DepositInitiated(l1Token, l2Token, msg.sender, to, amount, extraData);
    }

    function finalizeETHWithdrawal(address from, address to, uint256 amount, bytes calldata extraData)
        external
        onlyMessenger
    {
        (bool sent,) = to.call{value: amount}("");
        require(sent, "withdrawal failed");
        emit ETHWithdrawalFinalized(from, to, amount, extraData);
    }

    function finalizeERC20Withdrawal(
        address l1Token,
        address l2Token,
        address from,
        address to,
        uint256 amount,
        bytes calldata extraData
    ) external onlyMessenger {
        deposits[l1Token][l2Token] -= amount;
        require(Tokens.push(l1Token, to, amount), "withdrawal failed");
        emit ERC20WithdrawalFinalized(l1Token, l2Token, from, to, amount, extraData);
    }
}
